import { Args, Mutation, Resolver } from '@nestjs/graphql'
import { Body, Controller, Get, Param, ParseUUIDPipe, Post, Query, Req, UploadedFile, ValidationPipe } from '@nestjs/common'
import { MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import { exec as run } from 'node:child_process'

@Controller('files')
export class Files {
  @Post()
  create(@Body(new ValidationPipe({ whitelist: true })) dto: CreateFile, @UploadedFile() file: Express.Multer.File) {
    // ruleid: javascript-command-injection
    run('show ' + dto.name)
    // ruleid: javascript-command-injection
    run('show ' + file.originalname)
  }

  @Get(':id')
  one(@Param('id', new ParseUUIDPipe()) id: string, @Query('page') page: number, @Query('name') name?: string) {
    // ok: javascript-command-injection
    run('show ' + id)
    // ok: javascript-command-injection
    run('show ' + page)
    // ruleid: javascript-command-injection
    run('show ' + name)
  }

  @Get()
  all(@Query() { name }: Wanted, @Req() request) {
    // ruleid: javascript-command-injection
    run('show ' + name)
    // ruleid: javascript-command-injection
    run('show ' + request.query.name)
  }
}

@Resolver()
export class FilesResolver {
  @Mutation(() => Boolean)
  show(@Args('name') name: string, @Args('input', { type: () => Wanted }) input: Wanted) {
    // ruleid: javascript-command-injection
    run('show ' + name)
    // ruleid: javascript-command-injection
    run('show ' + input.name)
  }
}

@WebSocketGateway()
export class Events {
  @SubscribeMessage('show')
  show(@MessageBody() message: { name: string }) {
    // ruleid: javascript-command-injection
    run('show ' + message.name)
  }
}
