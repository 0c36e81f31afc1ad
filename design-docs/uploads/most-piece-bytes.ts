/** An upload is stored in pieces of at most this size. The view `open-bytes` and the service both count with it. */
export const MOST_PIECE_BYTES = 256 * 1024
