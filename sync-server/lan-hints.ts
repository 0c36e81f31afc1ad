import { networkInterfaces } from 'node:os'
import type { Settings } from './settings/settings.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]']
const EVERYWHERE = ['0.0.0.0', '::', '[::]']

/**
 * Tells who starts a demo for other devices at which addresses these reach it, and if mails and links would lead them to
 * an address that only this machine has.
 */
export function lanHints(
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  if (LOOPBACK.includes(host)) return []
  const { protocol, hostname, port } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return []
  const own = Object.values(interfaces).flatMap((all) => all ?? [])
  const hosts = EVERYWHERE.includes(host)
    ? own.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
    : [host]
  const addresses = hosts.map((one) => `${protocol}//${one}:${port}`)
  return [
    ...addresses.map((address) => `Other devices on this network reach it at ${address}`),
    `Mails and links lead to ${publicUrl}, which only this machine can open: set PUBLIC_URL to the address that people type${addresses[0] === undefined ? '' : `, such as ${addresses[0]}`}.`,
  ]
}
