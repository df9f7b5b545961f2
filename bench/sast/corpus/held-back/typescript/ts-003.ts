import { Body, Controller, Post, UnprocessableEntityException } from '@nestjs/common'
import { HttpService } from '@nestjs/axios'
import { firstValueFrom } from 'rxjs'

class WebhookDto {
  url!: string
}

const ALLOWED = /^https:\/\/hooks\.example\.com\//

@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly http: HttpService) {}

  @Post('try')
  async try(@Body() dto: WebhookDto): Promise<{ status: number }> {
    if (!ALLOWED.test(dto.url)) throw new UnprocessableEntityException()
    const answer = await firstValueFrom(this.http.post(dto.url, { hello: 'world' }, { maxRedirects: 0 }))
    return { status: answer.status }
  }
}
