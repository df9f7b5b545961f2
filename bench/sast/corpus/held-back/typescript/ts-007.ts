import { Controller, Delete, Param, ParseIntPipe, UseGuards } from '@nestjs/common'
import { AuthGuard } from '@nestjs/passport'
import { AccountsService } from './accounts.service'
import { AdminGuard } from './admin.guard'

@Controller('admin/accounts')
@UseGuards(AuthGuard('jwt'), AdminGuard)
export class AccountsAdminController {
  constructor(private readonly accounts: AccountsService) {}

  @Delete(':id')
  async remove(@Param('id', ParseIntPipe) id: number): Promise<void> {
    await this.accounts.remove(id)
  }

  logGuards(): string[] {
    return [AuthGuard('jwt').name, AdminGuard.name, UseGuards.name]
  }
}
