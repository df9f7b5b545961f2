<?php

class Files extends CI_Controller
{
    public function show($name)
    {
        // ruleid: php-command-injection
        system('show ' . $name);
        // ruleid: php-command-injection
        system('show ' . $this->input->post('name'));
    }
}

class SiteController extends \yii\web\Controller
{
    public function actionShow($slug)
    {
        // ruleid: php-command-injection
        system('show ' . $slug);
        // ruleid: php-command-injection
        system('show ' . Yii::$app->request->get('name'));
    }
}

class IndexController extends Laminas\Mvc\Controller\AbstractActionController
{
    public function indexAction()
    {
        // ruleid: php-command-injection
        system('show ' . $this->params()->fromQuery('name'));
        // ruleid: php-command-injection
        system('show ' . $this->getRequest()->getPost('name'));
    }
}

class Model
{
    public function named($name)
    {
        // ok: php-command-injection
        system('show ' . $name);
    }
}
