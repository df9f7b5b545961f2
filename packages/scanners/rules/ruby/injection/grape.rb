class Files < Grape::API
  get ':name' do
    # ruleid: ruby-request-to-command
    system("show #{params[:name]}")
    # ruleid: ruby-request-to-command
    system("show #{declared(params)[:name]}")
  end
end

class Messages < ApplicationCable::Channel
  def speak(data)
    # ruleid: ruby-request-to-command
    system("show #{data['name']}")
  end
end

class Show < Mutations::BaseMutation
  def resolve(name:, page: 1)
    # ruleid: ruby-request-to-command
    system("show #{name}")
  end
end
