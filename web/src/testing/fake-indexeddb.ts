import * as fake from 'fake-indexeddb'

// `fake-indexeddb/auto` puts these on jsdom's window, where PouchDB does not look.
Object.assign(globalThis, fake)
