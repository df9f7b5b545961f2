require "sinatra"
require "cgi"

helpers do
  def row(label, value)
    "<tr><th>#{label}</th><td>#{value}</td></tr>"
  end
end

get "/order" do
  number = params["number"].to_s
  rows = [row("Order", number), row("State", "sent")]
  "<table>#{rows.join}</table>"
end
