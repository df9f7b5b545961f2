import jwt from 'jsonwebtoken'
import mysql from 'mysql2'
import { Client } from 'pg'
import session from 'express-session'
import express from 'express'
const app = express()
//// weak
export const issue = (user) => jwt.sign({ sub: user.id }, 'k3yb0ard-w4rrior-77')
//// safe
export const issue = (user) => jwt.sign({ sub: user.id }, process.env.JWT_SECRET)
//// weak
const connection = mysql.createConnection({ host: 'db', user: 'app', password: 'Tr0ub4dor&3x', database: 'shop' })
//// safe
const connection = mysql.createConnection({ host: 'db', user: 'app', password: process.env.DB_PASSWORD, database: 'shop' })
//// weak
app.use(session({ secret: 'correct-h0rse-battery', resave: false, saveUninitialized: false }))
//// safe
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }))
//// weak
const client = new Client({ connectionString: 'postgres://app:Zx81spectrum@db.internal:5432/shop' })
//// safe
const client = new Client({ connectionString: process.env.DATABASE_URL })
