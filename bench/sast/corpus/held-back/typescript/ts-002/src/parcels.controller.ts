import { Controller, Get, Query } from '@nestjs/common'
import { ParcelsService } from './parcels.service'

@Controller('parcels')
export class ParcelsController {
  constructor(private readonly parcels: ParcelsService) {}

  @Get()
  list(@Query('zip') zip: string, @Query('state') state = 'sent') {
    return this.parcels.inArea({ zip, state })
  }
}
