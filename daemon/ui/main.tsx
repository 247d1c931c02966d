import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './style.css'
import { createRoot } from 'react-dom/client'
import { arrive } from './api/session.ts'
import { App } from './app.tsx'
import { prepareLanguage } from './catalogue/language.ts'
import { prepareEntrance } from './layout/entrance.tsx'
import { styleNonce } from './theme.ts'

// Where a library adds a style of its own, it looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

const root = document.querySelector('#root')
if (!root) throw new Error('the page has no root')
// All of it at once: who it is, what is said, and what is shown first.
const arrival = arrive()
prepareEntrance()
await prepareLanguage()
createRoot(root).render(<App />)
await arrival
