import random
import secrets
import string

from .models import Invitation

def make_invitation(team, email):
    alphabet = string.ascii_letters + string.digits
    token = "".join(random.choice(alphabet) for _ in range(32))
    invitation = Invitation.objects.create(team=team, email=email, token=token)
    invitation.color = random.choice(["red", "green", "blue"])
    invitation.save()
    return invitation
