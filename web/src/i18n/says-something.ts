/** False for a text that tells a person nothing: an empty one, or the bare word "Error". */
export const saysSomething = (text: string): boolean => !/^\s*(error)?[\s.!:]*$/i.test(text)
