import nodemailer from 'nodemailer'

const transport = nodemailer.createTransport({
  host: 'smtp.example.com',
  port: 465,
  secure: true,
  auth: { user: 'newsletter', pass: 'not-a-real-password' },
})

export async function sendIssue(subscribers, issue) {
  for (const to of subscribers) {
    await transport.sendMail({ from: 'news@example.com', to, subject: issue.title, text: issue.body })
  }
}
