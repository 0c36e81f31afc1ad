/** `1 session`, `2 sessions`; the plural of another kind is given. For operators, whose texts are English. */
export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
