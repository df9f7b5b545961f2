require 'sinatra'
ROOT = '/srv/files'
class FilesController < ApplicationController
#### weak
  def show
    send_file File.join(ROOT, params[:name])
  end
#### safe
  def show
    send_file File.join(ROOT, File.basename(params[:name]))
  end
#### weak
  def read
    render plain: File.read("#{ROOT}/#{params[:file]}")
  end
#### safe
  def read
    render plain: File.read("#{ROOT}/#{params[:file].to_i}")
  end
#### weak
  def upload
    File.open(Rails.root.join('public', params[:doc].original_filename), 'wb') { |f| f.write(params[:doc].read) }
  end
#### safe
  def upload
    File.open(Rails.root.join('public', SecureRandom.hex), 'wb') { |f| f.write(params[:doc].read) }
  end
#### weak
  def remove
    FileUtils.rm(ROOT + '/' + params[:path])
  end
#### safe
  def remove
    full = File.expand_path(params[:path], ROOT)
    return head :forbidden unless full.start_with?(ROOT + '/')
    FileUtils.rm(full)
  end
#### end
end
