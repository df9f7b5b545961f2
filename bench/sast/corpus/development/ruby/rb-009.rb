class LayoutsController < ApplicationController
  def import
    text = params.require(:file).read
    layout = YAML.unsafe_load(text)
    current_user.layouts.create!(name: layout["name"], columns: layout["columns"])
    redirect_to layouts_path
  end

  def export
    send_data YAML.dump(current_user.layouts.first.attributes), filename: "layout.yml"
  end
end
