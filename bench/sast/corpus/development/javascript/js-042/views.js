const { clean } = require('./clean')

exports.greet = ({ name, visits }) => `<h1>Welcome ${clean(name)}</h1><p>${visits} visits</p>`
