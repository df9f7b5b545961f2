resource "aws_ecs_task_definition" "a" {
  container_definitions = jsonencode([
    {
      name = "a"
      environment = [
        # ruleid: terraform-aws-ecs-hardcoded-secret
        { name = "DB_PASSWORD", value = "example-not-real" },
        # ok: terraform-aws-ecs-hardcoded-secret
        { name = "STAGE", value = "production" },
        # ok: terraform-aws-ecs-hardcoded-secret
        { name = "DB_PASSWORD", value = var.password },
      ]
    },
  ])
}
