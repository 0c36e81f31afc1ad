import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import '../../testing/fake-indexeddb.ts'
import { onLostConnection, watchTransactions } from './connections.ts'

const lost = vi.fn()
beforeAll(() => {
  watchTransactions()
  return onLostConnection(lost)
})
afterEach(() => {
  lost.mockClear()
})

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`_pouch_${name}`)
    request.onupgradeneeded = () => request.result.createObjectStore('docs')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const use = (connection: IDBDatabase) => connection.transaction('docs')

test('a connection that turns out to be closed is reported once, with the name of its database', async () => {
  const connection = await open('told-once')
  use(connection)
  connection.close()
  expect(() => use(connection)).toThrow(DOMException)
  expect(() => use(connection)).toThrow(DOMException)
  expect(lost.mock.calls).toEqual([['told-once']])
})

test('connections that were used before a reported loss are not reported; one first used after it is', async () => {
  const connections = [await open('told-again'), await open('told-again')]
  connections.map(use)
  for (const connection of connections) {
    connection.close()
    expect(() => use(connection)).toThrow(DOMException)
  }
  expect(lost.mock.calls).toEqual([['told-again']])

  const next = await open('told-again')
  use(next)
  next.close()
  expect(() => use(next)).toThrow(DOMException)
  expect(lost.mock.calls).toEqual([['told-again'], ['told-again']])
})

test('the loss of one database does not hide that of another', async () => {
  const connections = [await open('lost-one'), await open('lost-other')]
  for (const connection of connections) {
    use(connection)
    connection.close()
  }
  for (const connection of connections) expect(() => use(connection)).toThrow(DOMException)
  expect(lost.mock.calls).toEqual([['lost-one'], ['lost-other']])
})
