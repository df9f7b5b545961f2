resource "aws_ecs_task_definition" "a" {
  container_definitions = jsonencode([
    # ruleid: terraform-aws-ecs-privileged-container
    { name = "a", image = "a:1", privileged = true },
    # ok: terraform-aws-ecs-privileged-container
    { name = "b", image = "b:1" },
  ])
}
