import { ApolloServer } from '@apollo/server'
import { exec as run } from 'node:child_process'

const resolvers = {
  Query: {
    file: (parent, args, context) => {
      // ruleid: javascript-command-injection
      run('show ' + args.name)
    },
    files: async (_, { name }, { user }) => {
      // ruleid: javascript-command-injection
      run('show ' + name)
      // ok: javascript-command-injection
      run('show ' + user.folder)
    },
    async all(_parent, wanted) {
      // ruleid: javascript-command-injection
      run('show ' + wanted.name)
    },
  },
  Mutation: {
    remove: async function (_, args) {
      // ruleid: javascript-command-injection
      run('rm ' + args.name)
    },
  },
}

export const field = {
  type: 'File',
  args: { name: { type: 'String' } },
  resolve(source, args) {
    // ruleid: javascript-command-injection
    run('rm ' + args.name)
  },
}

export const other = {
  resolve: (root, { name }) => {
    // ruleid: javascript-command-injection
    run('rm ' + name)
  },
}

export const server = new ApolloServer({ resolvers })
