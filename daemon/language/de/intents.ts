import { openIntents, type IntentSource } from '../intents.ts'
import around from './intents/around.json' with { type: 'json' }
import companion from './intents/companion.json' with { type: 'json' }
import courtesy from './intents/courtesy.json' with { type: 'json' }
import danger from './intents/danger.json' with { type: 'json' }
import feelings from './intents/feelings.json' with { type: 'json' }
import requests from './intents/requests.json' with { type: 'json' }

const written: readonly (readonly IntentSource[])[] = [danger, feelings, companion, requests, courtesy]

export const { intents, intentNamed, intentOf, dangerIn } = openIntents(written.flat(), around)
