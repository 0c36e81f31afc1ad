import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { LOOPBACK } from './settings/loopback.ts'
import type { Settings } from './settings/settings.ts'

const EVERYWHERE = ['0.0.0.0', '::', '[::]']

/**
 * Returns what an operator should read if other devices can reach the demo: its addresses on the network, and a warning
 * if its mails and links lead to an address that only this machine can open.
 */
export function lanHints(
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  if (LOOPBACK.includes(host)) return []
  if (!LOOPBACK.includes(new URL(publicUrl).hostname)) return []
  const own = Object.values(interfaces).flatMap((all) => all ?? [])
  const hosts = EVERYWHERE.includes(host)
    ? own.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
    : [host]
  const addresses = hosts.map((one) => {
    const hostname = isIPv6(one) ? `[${one}]` : one
    return Object.assign(new URL(publicUrl), { hostname }).origin
  })
  return [
    ...addresses.map((address) => `Other devices on this network reach it at ${address}`),
    `Mails and links lead to ${publicUrl}, which only this machine can open: set PUBLIC_URL to the address that people type${addresses[0] === undefined ? '' : `, such as ${addresses[0]}`}.`,
  ]
}
