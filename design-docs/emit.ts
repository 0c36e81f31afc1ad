/** CouchDB's own, handed in so that a view can be read and called like any function. */
export type Emit = (key: unknown, value: unknown) => void
