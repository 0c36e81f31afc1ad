import type { FastifyRequest } from 'fastify'
import { notAnAdmin } from './failure.ts'

export interface User {
  name: string | null
  roles: string[]
  /** How the request was authenticated; absent for an anonymous request. */
  by?: 'default' | 'jwt'
}

export const ANONYMOUS: User = { name: null, roles: [] }

const users = new WeakMap<FastifyRequest, User>()

export const rememberUser = (request: FastifyRequest, user: User) => users.set(request, user)
export const userOf = (request: FastifyRequest): User => users.get(request) ?? ANONYMOUS

export const isServerAdmin = (user: User) => user.roles.includes('_admin')

export function requireServerAdmin(user: User): void {
  if (!isServerAdmin(user)) throw notAnAdmin()
}
