import express, { type Request, type Response } from 'express'
import { SampleRepository } from './sample-repository'

const app = express()
const samples = new SampleRepository()

interface SampleQuery {
  lab: string
  since?: string
}

app.get('/samples', async (req: Request<object, unknown, unknown, SampleQuery>, res: Response) => {
  const { lab, since } = req.query
  res.json(await samples.find(lab, since ?? '2020-01-01'))
})

app.listen(3000)
