require "roda"

class Books < Roda
  plugin :all_verbs

  route do |r|
    r.get "chapter" do
      name = r.params["name"].to_s
      path = File.expand_path(name, "/srv/book")
      response["Content-Type"] = "text/plain"
      next "" unless File.file?(path)
      File.read(path)
    end
  end
end
