import merge from 'lodash/merge'
import libxml from 'libxmljs2'
import { PrismaClient } from '@prisma/client'
import { Repository } from 'typeorm'

const prisma = new PrismaClient()

export async function POST(request: Request) {
  const data = await request.json()
  // ruleid: javascript-mass-assignment
  await prisma.user.create({ data })
  // ok: javascript-mass-assignment
  await prisma.user.create({ data: { name: data.name } })
  // ruleid: javascript-mass-assignment
  await prisma.user.upsert({ where: { id: 1 }, create: data, update: {} })
  // ruleid: javascript-prototype-pollution
  merge({}, data)
  // ruleid: javascript-xxe
  libxml.parseXml(data.text, { replaceEntities: true })
  // ok: javascript-xxe
  libxml.parseXml(data.text, { nonet: true })
}

export async function save(req, res, userRepository: Repository<User>) {
  // ruleid: javascript-mass-assignment
  await userRepository.save(req.body)
  // ruleid: javascript-mass-assignment
  await userRepository.update(req.params.id, req.body)
  // ok: javascript-mass-assignment
  await userRepository.update(req.params.id, { name: req.body.name })
  // ruleid: javascript-log-injection
  req.log.info(`saved ${req.body.name}`)
  // ok: javascript-log-injection
  req.log.info({ name: req.body.name }, 'saved')
  res.json({})
}
