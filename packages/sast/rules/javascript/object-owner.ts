import { Controller, Delete, Get, Param, UseGuards } from '@nestjs/common'
import { FastifyInstance } from 'fastify'
import { Repository } from 'typeorm'
import { OwnerGuard } from './guards'
import { Invoice } from './invoice.entity'

@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoiceRepository: Repository<Invoice>) {}

  @Get(':id')
  async one(@Param('id') id: string) {
    // ruleid: javascript-idor
    return this.invoiceRepository.findOneBy({ id })
  }

  @Delete(':id')
  async remove(@Param('id') id: string) {
    const number = id.trim()
    // ruleid: javascript-idor
    return this.invoiceRepository.delete(number)
  }

  @UseGuards(OwnerGuard)
  @Get('guarded/:id')
  async guarded(@Param('id') id: string) {
    // ok: javascript-idor
    return this.invoiceRepository.findOneBy({ id })
  }

  @Get('mine/:id')
  async mine(@Param('id') id: number, @CurrentUser() user: Person) {
    // ok: javascript-idor
    return this.invoiceRepository.findOneBy({ id, owner: user.id })
  }
}

export function routes(fastify: FastifyInstance, tickets: Repository<Ticket>) {
  fastify.get('/tickets/:id', async (request) => {
    const { id } = request.params as { id: string }
    // ruleid: javascript-idor
    return tickets.findOne({ where: { id } })
  })
  fastify.get('/own/:id', async (request) => {
    const { id } = request.params as { id: string }
    // ok: javascript-idor
    return tickets.findOne({ where: { id, ownerId: request.user.id } })
  })
}
