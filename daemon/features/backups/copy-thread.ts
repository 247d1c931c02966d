import { answerQuestions } from '../../kernel/thread.ts'
import { checkedCopy, copyDatabase, type CopyQuestion, describe } from './copying.ts'

// The thread of the backups: it waits for the disk, so that nobody else does.
answerQuestions((question: CopyQuestion) => {
  if ('copy' in question) return copyDatabase(question.copy.from, question.copy.to)
  if ('describe' in question) return describe(question.describe)
  const { from, to, sha256 } = question.check
  return checkedCopy(from, to, sha256)
})
