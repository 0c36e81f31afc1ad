import type { Pouch, RevNode, RevTree } from '../store/pouch.ts'

export interface Leaf {
  rev: string
  deleted: boolean
}

export const revTreeOf = (pouch: Pouch, id: string): Promise<RevTree | undefined> =>
  new Promise((resolve, reject) =>
    pouch._getRevisionTree(id, (error, tree) => (error && error.status !== 404 ? reject(error) : resolve(tree))),
  )

function* nodesOf(tree: RevTree): Generator<{ generation: number; node: RevNode }> {
  const open: { generation: number; node: RevNode }[] = tree.map(({ pos, ids }) => ({ generation: pos, node: ids }))
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    for (const child of next.node[2]) open.push({ generation: next.generation + 1, node: child })
  }
}

function* walk(tree: RevTree): Generator<{ rev: string; generation: number; leaf: boolean; deleted: boolean }> {
  for (const { generation, node } of nodesOf(tree)) {
    const [id, options, children] = node
    yield { rev: `${generation}-${id}`, generation, leaf: children.length === 0, deleted: options.deleted === true }
  }
}

export const revsOf = (tree: RevTree): Set<string> => new Set([...walk(tree)].map(({ rev }) => rev))

/** Returns the leaves that this revision led to, or the revision itself if it is a leaf; empty if it is unknown. */
export function leavesBeyond(tree: RevTree, rev: string): string[] {
  const start = [...nodesOf(tree)].find(({ generation, node }) => `${generation}-${node[0]}` === rev)
  if (!start) return []
  return leavesOf([{ pos: start.generation, ids: start.node }]).map((leaf) => leaf.rev)
}

/** Returns the leaves, the winner first: undeleted before deleted, then the longest path, then the greater hash. */
export const leavesOf = (tree: RevTree): Leaf[] =>
  [...walk(tree)]
    .filter(({ leaf }) => leaf)
    .sort((a, b) => Number(a.deleted) - Number(b.deleted) || b.generation - a.generation || (a.rev < b.rev ? 1 : -1))
    .map(({ rev, deleted }) => ({ rev, deleted }))

export const generationOf = (rev: string): number => Number.parseInt(rev, 10)
