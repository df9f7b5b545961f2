const express = require('express')
const mysql = require('mysql2/promise')

const pool = mysql.createPool({ host: 'db.internal', database: 'library' })
const router = express.Router()

router.get('/books', async (req, res, next) => {
  const author = req.query.author
  const limit = Number(req.query.limit) || 20
  try {
    const [rows] = await pool.query('SELECT id, title FROM books WHERE author = ? LIMIT ' + limit, [author])
    res.json({ author, count: rows.length, books: rows })
  } catch (error) {
    next(error)
  }
})

module.exports = router
