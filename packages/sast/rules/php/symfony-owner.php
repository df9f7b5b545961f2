<?php
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Component\Security\Http\Attribute\IsGranted;

class OrderController extends AbstractController
{
    #[Route('/orders/{id}')]
    public function show(int $id, OrderRepository $orderRepository)
    {
        // ruleid: php-idor-symfony
        $order = $orderRepository->find($id);
        return $this->render('order.html.twig', ['order' => $order]);
    }

    #[Route('/invoices/{id}')]
    public function invoice(int $id, EntityManagerInterface $em)
    {
        // ruleid: php-idor-symfony
        $invoice = $em->getRepository(Invoice::class)->find($id);
        return $this->json($invoice);
    }

    #[Route('/asked/{id}')]
    public function asked(int $id, OrderRepository $orders)
    {
        // ok: php-idor-symfony
        $order = $orders->find($id);
        $this->denyAccessUnlessGranted('view', $order);
        return $this->json($order);
    }

    #[Route('/mine/{id}')]
    public function mine(int $id, OrderRepository $orders)
    {
        // ok: php-idor-symfony
        return $this->json($orders->findOneBy(['id' => $id, 'owner' => $this->getUser()]));
    }

    #[IsGranted('ROLE_OFFICE')]
    #[Route('/office/{id}')]
    public function office(int $id, OrderRepository $orders)
    {
        // ok: php-idor-symfony
        return $this->json($orders->find($id));
    }

    #[Route('/articles/{id}')]
    public function article(int $id, ArticleRepository $articles)
    {
        // ok: php-idor-symfony
        return $this->json($articles->find($id));
    }
}
