/** Returns `1 session` or `2 sessions`; an irregular plural is passed in. For operators, whose texts are English. */
export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
