import { serveRequests } from '../../kernel/thread.ts'
import { checkedCopy, copyDatabase, type CopyRequest, describe } from './database-copy.ts'

// The thread of the backups: it waits for the disk, so that nobody else does.
serveRequests((request: CopyRequest) => {
  if ('copy' in request) return copyDatabase(request.copy.from, request.copy.to)
  if ('describe' in request) return describe(request.describe)
  const { from, to, sha256 } = request.check
  return checkedCopy(from, to, sha256)
})
