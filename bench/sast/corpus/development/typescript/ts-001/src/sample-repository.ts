import { DataSource } from 'typeorm'
import { Sample } from './sample'

const source = new DataSource({ type: 'postgres', url: process.env.DB_URL, entities: [Sample] })

export class SampleRepository {
  async find(lab: string, since: string): Promise<Sample[]> {
    return source
      .getRepository(Sample)
      .createQueryBuilder('s')
      .where(`s.lab = '${lab}' AND s.taken >= '${since}'`)
      .orderBy('s.taken')
      .getMany()
  }
}
