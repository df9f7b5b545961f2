import { Injectable } from '@nestjs/common'
import { InjectDataSource } from '@nestjs/typeorm'
import type { DataSource } from 'typeorm'

export interface Area {
  zip: string
  state: string
}

@Injectable()
export class ParcelsService {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  inArea({ zip, state }: Area): Promise<unknown[]> {
    const sql = ['SELECT id FROM parcel', 'WHERE zip LIKE $2', 'AND state = $1'].join(' ')
    return this.source.query(sql, [state, `${zip}%`])
  }
}
