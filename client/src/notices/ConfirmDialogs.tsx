import { AlertDialog } from '../ui/Sheet.tsx'
import type { Question } from './notices.ts'

export function Questions({ questions }: { questions: readonly Question[] }) {
  return questions.map((question) => (
    <AlertDialog
      key={question.id}
      open
      title={question.title}
      agree={question.agree}
      decline={question.decline}
      danger={question.danger}
      onAgree={() => question.answer(true)}
      onDecline={() => question.answer(question.decline === undefined)}
    >
      <p>{question.text}</p>
    </AlertDialog>
  ))
}
