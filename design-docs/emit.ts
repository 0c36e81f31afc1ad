/** CouchDB's `emit` function. It is passed as an argument so that a view can be called like any other function. */
export type Emit = (key: unknown, value: unknown) => void
