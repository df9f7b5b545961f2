class MembersController < ApplicationController
  def update
    @member = current_club.members.find(params[:id])
    if @member.update(member_params)
      redirect_to @member, notice: "Saved"
    else
      render :edit, status: :unprocessable_entity
    end
  end

  private

  def member_params
    params.require(:member).permit(:name, :street, :city)
  end
end
