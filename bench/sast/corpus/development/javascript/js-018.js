const express = require('express')
const vm = require('node:vm')

const app = express()
app.use(express.json())

const OPERATORS = {
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
}

app.post('/calc', (req, res) => {
  const { left, right, operator, formula } = req.body
  let value
  if (operator in OPERATORS) {
    value = OPERATORS[operator](Number(left), Number(right))
  } else {
    value = vm.runInNewContext(formula, { left, right }, { timeout: 50 })
  }
  res.json({ value })
})

app.listen(5000)
