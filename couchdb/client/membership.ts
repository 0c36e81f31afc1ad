import type { CouchClient } from './couch-client.ts'

export interface Membership {
  /** All nodes of the cluster, also those that are down. */
  nodes: string[]
  /** Those of them that the server is connected to, itself included. */
  connected: string[]
}

/** Returns `_local` alone if the server does not say which nodes there are. */
export async function readMembership(couch: CouchClient): Promise<Membership> {
  const { all_nodes: connected, cluster_nodes: nodes } = await couch.get('/_membership')
  if (!Array.isArray(nodes) || !Array.isArray(connected)) return { nodes: ['_local'], connected: ['_local'] }
  return { nodes: nodes.map(String), connected: nodes.filter((node) => connected.includes(node)).map(String) }
}
