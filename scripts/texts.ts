// Finds the source texts of the client: the first argument of every `t(…)` call and the `i18nKey` of every Trans, from the syntax tree.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A text of the client and its position. */
interface SourceText {
  text: string
  where: string
}

/** The source texts, and the calls whose text can't be determined from the code. */
export interface Texts {
  texts: SourceText[]
  unreadable: string[]
}

/** The literal texts an expression can be: a literal, or a choice between literals. */
function literals(node: ts.Expression): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return literals(node.expression)
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return literals(node.expression)
  if (ts.isConditionalExpression(node)) {
    const yes = literals(node.whenTrue)
    const no = literals(node.whenFalse)
    return yes && no ? [...yes, ...no] : undefined
  }
  return undefined
}

/**
 * Reads all source files below a folder, tests left out. A list of texts that is picked from at run time is marked by a call of the
 * identity function `text('…')`, which is read like `t('…')`; `t(variable)` is allowed where the variable comes from such a list,
 * a fault of the server or a setting, and is written `t(variable as string)` nowhere: `unreadable` only counts template texts and joined ones.
 */
export function texts(...folders: readonly string[]): Texts {
  const found: Texts = { texts: [], unreadable: [] }
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const tree = ts.createSourceFile(
      file,
      readFileSync(file, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    )
    const note = (node: ts.Expression) => {
      const where = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
      const read = literals(node)
      if (read) for (const text of read) found.texts.push({ text, where })
      else if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node)) found.unreadable.push(where)
    }
    const visit = (node: ts.Node) => {
      if (ts.isCallExpression(node) && node.arguments[0]) {
        const called = node.expression
        // `settings.text('KEY')` is another text: only the identity function stands alone.
        const method = ts.isPropertyAccessExpression(called) ? called.name.text : ''
        const name = ts.isIdentifier(called) ? called.text : ''
        if (name === 't' || name === 'text' || method === 't') note(node.arguments[0])
      }
      if (ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && node.name.text === 'i18nKey' && node.initializer) {
        if (ts.isStringLiteral(node.initializer)) note(node.initializer)
        else if (ts.isJsxExpression(node.initializer) && node.initializer.expression) note(node.initializer.expression)
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  return found
}
