import { parseAst } from 'rolldown/parseAst'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string'
const nodesIn = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode))

/**
 * Returns the texts in this file that share their parent with others, as `line: source`.
 *
 * A browser that translates the page replaces each text node by an element of its own. React still holds the node that
 * is gone: it changes a text that nobody sees, and fails when it inserts something before it or removes it. A text that
 * is the only child of an element is set through that element, and so survives. What only passes on what it is given
 * (`children`, `action`) counts as a text, because it may be one.
 */
export function sharedTexts(source: string): string[] {
  const found: string[] = []
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  const visit = (node: Node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = (node.children as Node[]).filter(isMeant)
      // A fragment's children are among those of whatever surrounds it.
      if (children.length > 1 || node.type === 'JSXFragment')
        for (const child of children)
          for (const text of textsOf(child))
            found.push(`${lineOf(text.start)}: ${source.slice(text.start, text.end).trim()}`)
    }
    nodesIn(node).forEach(visit)
  }
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node)
  return found
}

/** Line breaks between elements are no children. */
const isMeant = (child: Node) =>
  child.type === 'JSXText'
    ? !/^\s*$/.test(String(child.value)) || !String(child.value).includes('\n')
    : child.type !== 'JSXExpressionContainer' || (child.expression as Node).type !== 'JSXEmptyExpression'

/** The parts of a child that are not certainly an element, or nothing. */
function textsOf(node: Node): Node[] {
  const of = (...parts: unknown[]) => parts.filter(isNode).flatMap(textsOf)
  switch (node.type) {
    // A fragment is judged by itself.
    case 'JSXElement':
    case 'JSXFragment':
      return []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return of(node.expression)
    case 'LogicalExpression':
      return node.operator === '&&' ? of(node.right) : of(node.left, node.right)
    case 'ConditionalExpression':
      return of(node.consequent, node.alternate)
    case 'CallExpression':
      return mapped(node) ?? [node]
    case 'Literal':
      return node.value === null || node.value === false ? [] : [node]
    case 'Identifier':
      return node.name === 'undefined' ? [] : [node]
    default:
      return [node]
  }
}

/** The texts that `list.map((one) => …)` makes. */
function mapped({ callee, arguments: given }: Node): Node[] | undefined {
  const [make] = given as Node[]
  const isMap = (callee as Node).type === 'MemberExpression' && Object((callee as Node).property).name === 'map'
  if (!isMap || make?.type !== 'ArrowFunctionExpression') return undefined
  const body = make.body as Node
  if (body.type !== 'BlockStatement') return textsOf(body)
  return nodesIn(body)
    .filter(({ type }) => type === 'ReturnStatement')
    .flatMap(({ argument }) => (isNode(argument) ? textsOf(argument) : []))
}
