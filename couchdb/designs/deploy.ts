import type { CouchClient } from '../client/couch-client.ts'
import { type Design, digestOf, type JsonObject } from './design.ts'
import { waitForIndex } from './wait-for-index.ts'

export interface Deployment {
  couch: CouchClient
  /** The database's name. */
  database: string
  designs: Design[]
  /** Told of every change. */
  changed: (line: string) => void
  /** Told how a long build goes on, every so often. */
  progress: (line: string) => void
  reportMs?: number
}

/** The member that makes a design document ours, in which case it may be removed; holds the digest. */
const MARK = 'mogra'

/**
 * Brings a database's design documents to what is declared, and writes nothing where they are. A changed one is first
 * put under another id and built there; CouchDB names index files by what the views say, so the live one finds its
 * index whole when it is replaced, in one write. May be killed at any point, run again, and run twice at once.
 */
export async function deployDesigns({ couch, database, designs, changed, ...reporting }: Deployment): Promise<void> {
  const base = `/${encodeURIComponent(database)}`
  const path = (name: string) => `${base}/_design/${encodeURIComponent(name)}`

  for (const design of designs) await deploy(design)
  await removeUndeclared()
  // Always: an earlier run may have been killed before it came here.
  await couch.post(`${base}/_view_cleanup`, {})

  async function deploy(design: Design): Promise<void> {
    for (;;) {
      const live = await read(design.name)
      if (live && isDeployed(live, design)) return
      if (design.body.views !== undefined && !(await stage(design))) continue
      if (!(await write(design.name, design, live?._rev))) continue
      return changed(`Put ${design.name} of ${database} in place.`)
    }
  }

  /** False when another instance was done with it, and has removed it. */
  async function stage(design: Design): Promise<boolean> {
    const staging = `${design.name}-staging-${design.digest}`
    // Refused when it is there: a run that was killed left it, or another instance is at it.
    await write(staging, design)
    return build(staging, design)
  }

  function build(name: string, { body }: Design): Promise<boolean> {
    return waitForIndex({ couch, base, name, views: body.views, ...reporting })
  }

  async function read(name: string): Promise<JsonObject | undefined> {
    const { status, body } = await couch.try('GET', path(name))
    if (status !== 200 && status !== 404) throw refusal(status, `show ${name}`)
    return status === 200 ? Object(body) : undefined
  }

  /** False when the document is not at that revision (any more). */
  async function write(name: string, { body, digest }: Design, rev?: unknown): Promise<boolean> {
    const doc = { ...(rev ? { _rev: rev } : {}), ...body, [MARK]: digest }
    const { status } = await couch.try('PUT', path(name), doc)
    if (status === 409) return false
    // 202: a cluster that will get round to it.
    if (status !== 201 && status !== 202) throw refusal(status, `store ${name}`)
    return true
  }

  async function removeUndeclared(): Promise<void> {
    const declared = new Set(designs.map(({ name }) => name))
    const { rows } = await couch.get(`${base}/_design_docs?include_docs=true`)
    const undeclared = (rows as { doc: JsonObject }[])
      .map(({ doc }) => ({ name: String(doc._id).replace('_design/', ''), rev: doc._rev, mark: doc[MARK] }))
      .filter(({ name, mark }) => mark !== undefined && !declared.has(name))
    // CouchDB lets go of an index with the last design document that it was opened by, and loses what it had not yet
    // committed: the live ones have to hold it before the staged ones go.
    if (undeclared.length > 0) for (const design of designs) await build(design.name, design)
    for (const { name, rev } of undeclared) {
      const { status } = await couch.try('DELETE', `${path(name)}?rev=${rev}`)
      // 404, 409: another instance was faster.
      if (![200, 202, 404, 409].includes(status)) throw refusal(status, `remove ${name}`)
      if (status < 300 && !name.includes('-staging-')) changed(`Removed ${name} of ${database}.`)
    }
  }

  function refusal(status: number, what: string): Error {
    return new Error(`CouchDB answered ${status} when asked to ${what} of ${database}.`)
  }
}

/** Looks at what stands there, and not only at its mark: somebody may have changed it by hand. */
function isDeployed({ _id, _rev, [MARK]: mark, ...body }: JsonObject, { digest }: Design): boolean {
  return mark === digest && digestOf(body) === digest
}
