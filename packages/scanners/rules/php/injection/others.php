<?php

class Files extends CI_Controller
{
    public function show($name)
    {
        // ruleid: php-request-to-command
        system('show ' . $name);
        // ruleid: php-request-to-command
        system('show ' . $this->input->post('name'));
    }
}

class SiteController extends \yii\web\Controller
{
    public function actionShow($slug)
    {
        // ruleid: php-request-to-command
        system('show ' . $slug);
        // ruleid: php-request-to-command
        system('show ' . Yii::$app->request->get('name'));
    }
}

class IndexController extends Laminas\Mvc\Controller\AbstractActionController
{
    public function indexAction()
    {
        // ruleid: php-request-to-command
        system('show ' . $this->params()->fromQuery('name'));
        // ruleid: php-request-to-command
        system('show ' . $this->getRequest()->getPost('name'));
    }
}

class Model
{
    public function named($name)
    {
        // ok: php-request-to-command
        system('show ' . $name);
    }
}
