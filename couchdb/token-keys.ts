import type { CouchClient } from './client/couch-client.ts'
import { readMembership } from './client/membership.ts'

const OURS = /^ec:mogra-/

/** Returns all nodes of the server; throws if one of them is down. */
export async function nodesThatAreUp(couch: CouchClient): Promise<string[]> {
  const { nodes, connected } = await readMembership(couch)
  const down = nodes.find((node) => !connected.includes(node))
  if (down !== undefined) throw new Error(`${down} is down, and would go on trusting the old keys; start it first.`)
  return nodes
}

/**
 * Removes all keys of Mogra's tokens except one from every node: anyone who has the private key of another one could
 * still sign tokens for any account. Returns how many keys were removed.
 */
export async function withdrawTokenKeys(couch: CouchClient, kept: { id: string }): Promise<number> {
  let withdrawn = 0
  for (const node of await nodesThatAreUp(couch)) {
    const section = `/_node/${encodeURIComponent(node)}/_config/jwt_keys`
    for (const name of Object.keys(await couch.get(section))) {
      if (!OURS.test(name) || name === `ec:${kept.id}`) continue
      const { status } = await couch.try('DELETE', `${section}/${encodeURIComponent(name)}`)
      if (status !== 200) throw new Error(`CouchDB answered ${status} when asked to forget the key ${name}.`)
      withdrawn += 1
    }
  }
  return withdrawn
}
