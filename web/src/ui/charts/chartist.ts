import { BarChart, Svg } from 'chartist'

// Chartist repeats the size of a drawing in a style attribute, which the page's Content-Security-Policy forbids.
const setAttributes = Svg.prototype.attr
Svg.prototype.attr = function attr(this: Svg, attributes: unknown, namespace?: string) {
  if (typeof attributes === 'object' && attributes) {
    const { style: _, ...allowed } = { style: '', ...attributes }
    return Reflect.apply(setAttributes, this, [allowed, namespace])
  }
  return Reflect.apply(setAttributes, this, [attributes, namespace])
} as typeof setAttributes

export { BarChart }
